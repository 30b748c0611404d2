/* tslint:disable */
/* eslint-disable */

/**
 * A file that the host writes into linear memory in parts.
 */
export class Input {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Prepares for a file of `length` bytes. Returns `undefined` when memory
     * is exhausted. Throws on an unknown format.
     */
    static allocate(length: number, format: string): Input | undefined;
    /**
     * Consumes the part, which the host has written. Returns false when memory
     * is exhausted.
     */
    take(): boolean;
    /**
     * Returns the address at which the host writes the next part. Any later
     * allocation may replace the memory's ArrayBuffer, so create views
     * directly before use.
     */
    readonly address: number;
    /**
     * Returns the length of the next part in bytes; 0 at the end of the file.
     */
    readonly length: number;
}

/**
 * Measures an STL and consumes it. Returns the outcome of the whole core's
 * `measure` as JSON, or `undefined` where that core has to say what is wrong.
 * `unit` is `mm`, `cm`, `m`, `in` or absent; throws on any other.
 */
export function measureStl(input: Input, unit?: string | null): string | undefined;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_input_free: (a: number, b: number) => void;
    readonly input_address: (a: number) => number;
    readonly input_allocate: (a: number, b: number, c: number) => [number, number, number];
    readonly input_length: (a: number) => number;
    readonly input_take: (a: number) => number;
    readonly measureStl: (a: number, b: number, c: number) => [number, number, number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
