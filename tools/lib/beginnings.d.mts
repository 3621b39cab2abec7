/** The page, which says that there is a folder of beginnings. */
export function withFolder(html: string): string;
