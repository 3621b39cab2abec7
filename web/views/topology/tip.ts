// The small plate that says what is pointed at, over the picture and inside it.

/** Shows text beside a point of `host`, and above `bottom`; hides the plate if there is nothing to say. */
export function showTip(
  tip: HTMLElement | null,
  host: HTMLElement,
  text: string,
  x: number,
  y: number,
  bottom = host.clientHeight,
): void {
  if (!tip) return;
  tip.hidden = text === '';
  if (tip.hidden) return;
  tip.textContent = text;
  const left = Math.max(4, Math.min(x + 14, host.clientWidth - tip.offsetWidth - 4));
  const below = y + 18 + tip.offsetHeight < bottom;
  tip.style.translate = `${left}px ${below ? y + 18 : y - tip.offsetHeight - 10}px`;
}
