// The sides of the stage, each called by the variant that stands there; C may be a layout of one's own or a fork of the
// past.

export const variantIds = ['A', 'B', 'C', 'D'] as const;
export type VariantId = (typeof variantIds)[number];
