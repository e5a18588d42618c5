// Of Mantine's styles, only those of components that the first page shows, in Mantine's order: a later one may
// rely on coming after an earlier one. They stand in a cascade layer, so that CSS modules win over them.
// A component shown later imports its own style beside itself.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Text.layer.css';
