// Types of the helpers on files that tests use.

export declare function hashFiles(files: readonly string[]): string;
export declare function sha256Of(data: string | Uint8Array): string;
export declare function writeWhole(file: string, data: string | Uint8Array): void;
