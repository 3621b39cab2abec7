// The few signs on buttons. Decorative: the button carries the name.

const paths = {
  play: 'M5 3.5v13l11-6.5z',
  pause: 'M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z',
  stepBack: 'M13 4v12L5.5 10zM3 4h2v12H3z',
  stepForward: 'M7 4v12l7.5-6zM15 4h2v12h-2z',
  previousDecision: 'M10.5 4v12L4 10zM18 4v12l-6.5-6zM2 4h1.6v12H2z',
  nextDecision: 'M9.5 4v12L16 10zM2 4v12l6.5-6zM16.4 4H18v12h-1.6z',
  slower: 'M3 9h14v2H3z',
  faster: 'M9 3h2v6h6v2h-6v6H9v-6H3V9h6z',
  close:
    'm5.2 3.8 4.8 4.8 4.8-4.8 1.4 1.4-4.8 4.8 4.8 4.8-1.4 1.4-4.8-4.8-4.8 4.8-1.4-1.4L8.6 10 3.8 5.2z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" fill="currentColor" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
