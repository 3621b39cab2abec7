// The words of the distance ruler.

export const rulerWords = {
  label: 'Distance ruler',
  sameCore: 'same core',
  sameLlc: 'same LLC',
  sameSocket: 'same socket',
  otherSocket: 'other socket',
  ns: (least: number, most: number) => (least === most ? `${most} ns` : `${least}–${most} ns`),
} as const;
