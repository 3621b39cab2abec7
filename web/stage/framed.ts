// Whether the page is one in a frame: what its tab keeps it shares with the page around it, whoever's that is.

export const isFramed = (): boolean => window.top !== window;
