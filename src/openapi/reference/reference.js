// Runs before the first paint: the theme that was chosen in the console, else the system's.
let chosen = null;
try {
  chosen = localStorage.getItem('color-scheme');
} catch {
  // Storage may be forbidden; the system's scheme is right then.
}
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
function applyTheme() {
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark.matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}
applyTheme();
prefersDark.addEventListener('change', applyTheme);

function addCopyButton(figure) {
  const button = document.createElement('button');
  const name = figure.querySelector('figcaption').textContent;
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${name}`);
  button.addEventListener('click', async () => {
    let word = 'Copied';
    try {
      await navigator.clipboard.writeText(figure.querySelector('pre').textContent);
    } catch {
      word = 'Not allowed';
    }
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  figure.append(button);
}

/** Marks in the menu where the reader is. */
function followReader() {
  const links = new Map(
    [...document.querySelectorAll('.menu a')].map((link) => [link.getAttribute('href').slice(1), link]),
  );
  const seen = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const [first] = [...seen].sort((a, b) => a.offsetTop - b.offsetTop);
      for (const link of links.values()) link.removeAttribute('aria-current');
      links.get(first?.id)?.setAttribute('aria-current', 'location');
    },
    { rootMargin: '-64px 0px -60% 0px' },
  );
  for (const section of document.querySelectorAll('.operation, #schemas')) observer.observe(section);
}

document.addEventListener('DOMContentLoaded', () => {
  for (const figure of document.querySelectorAll('.code')) addCopyButton(figure);
  followReader();
  // On a small screen the menu would stand in front of everything.
  const menu = document.querySelector('.menu');
  const isSmall = matchMedia('(max-width: 56em)');
  const adapt = () => (menu.open = !isSmall.matches);
  adapt();
  isSmall.addEventListener('change', adapt);
  menu.addEventListener('click', (event) => {
    if (isSmall.matches && event.target.closest('a')) menu.open = false;
  });
});
