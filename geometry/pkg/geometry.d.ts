/* tslint:disable */
/* eslint-disable */

/**
 * Room in linear memory that the host fills with a file's bytes.
 */
export class Input {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Room for `length` bytes; `undefined` when there is not enough memory.
     */
    static allocate(length: number): Input | undefined;
    /**
     * Where the room starts. Any later allocation may move the memory's
     * buffer (not the room): make views of it right before use.
     */
    readonly address: number;
}

/**
 * What a job left: its outcome and its files.
 */
export class Processed {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Where the GLB starts in linear memory; gone when this is freed.
     */
    readonly glbAddress: number;
    /**
     * Bytes of GLB; 0 when there is none.
     */
    readonly glbLength: number;
    /**
     * The outcome as JSON (process/files.rs).
     */
    readonly json: string;
    /**
     * Where the STL starts in linear memory; gone when this is freed.
     */
    readonly stlAddress: number;
    /**
     * Bytes of STL; 0 when there is none.
     */
    readonly stlLength: number;
}

/**
 * Estimates a file's print as `settings` (JSON, estimate/file.rs) say,
 * consuming it. Returns the outcome as JSON; throws on unknown formats and
 * units, and on settings that no printer has.
 */
export function estimate(input: Input, format: string, unit: string | null | undefined, settings: string): string;

/**
 * Reads and measures a file, consuming it. `format` is `stl`, `obj`, `glb`,
 * `gltf`, `3mf` or `gcode`; `unit` is `mm`, `cm`, `m`, `in` or nothing.
 * Returns the outcome as JSON (examine.rs); throws on any other format or unit.
 */
export function measure(input: Input, format: string, unit?: string | null): string;

/**
 * Reads, repairs and changes a file as `options` (JSON, process.rs) say and
 * writes what is asked for, consuming it. Throws on unknown formats, units
 * and options.
 */
export function process(input: Input, format: string, unit: string | null | undefined, options: string, stl: boolean, glb: boolean): Processed;

/**
 * The refusal of a file of that many bytes, as JSON, before it is read;
 * `undefined` when the size is fine.
 */
export function refuseSize(length: number): string | undefined;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_input_free: (a: number, b: number) => void;
    readonly __wbg_processed_free: (a: number, b: number) => void;
    readonly estimate: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly input_address: (a: number) => number;
    readonly input_allocate: (a: number) => number;
    readonly measure: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
    readonly process: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly processed_glbAddress: (a: number) => number;
    readonly processed_glbLength: (a: number) => number;
    readonly processed_json: (a: number) => [number, number];
    readonly processed_stlAddress: (a: number) => number;
    readonly processed_stlLength: (a: number) => number;
    readonly refuseSize: (a: number) => [number, number];
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
