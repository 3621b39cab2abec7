// Whether the page is in a frame: then its tab storage may be shared with a foreign page around it.

export const isFramed = (): boolean => window.top !== window;
