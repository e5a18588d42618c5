const gap = 6;

/** Puts a shown bubble above the target if there is room, else below, and always within the window. */
export function placeBubble(bubble: HTMLElement, target: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const above = target.top - height - gap;
  const left = target.left + target.width / 2 - width / 2;
  bubble.style.top = `${above >= gap ? above : target.bottom + gap}px`;
  bubble.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
}
