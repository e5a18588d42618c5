// What opens over the book, in one piece: it is small, and loaded while the list is looked at.
export { DeleteEntry } from './delete-entry.tsx';
export { EditEntry } from './edit-entry.tsx';
export { ImportDialog } from './import/import-dialog.tsx';
export { NewEntry } from './new-entry.tsx';
export { RulesDialog } from './rules-dialog.tsx';
