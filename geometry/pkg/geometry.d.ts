/* tslint:disable */
/* eslint-disable */

/**
 * Outcome of a change and its files. Addresses refer to linear memory and are
 * valid until this object is freed.
 */
export class ChangedModel {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the address of a file by its index, starting at 0.
     */
    fileAddress(file: number): number;
    /**
     * Returns the length of a file in bytes.
     */
    fileLength(file: number): number;
    /**
     * Returns the number of files; 0 when the model cannot be read.
     */
    readonly files: number;
    /**
     * Returns the outcome as JSON (change.rs).
     */
    readonly json: string;
}

/**
 * Outcome of a drawing and its picture.
 */
export class Drawn {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the outcome as JSON (inspect/file.rs).
     */
    readonly json: string;
    /**
     * Returns the address of the PNG in linear memory, valid until this object
     * is freed.
     */
    readonly pictureAddress: number;
    /**
     * Returns the length of the PNG in bytes; 0 when the file cannot be read.
     */
    readonly pictureLength: number;
}

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
 * Outcome of an inspection, the surface and the picture. Addresses refer to
 * linear memory and are valid until this object is freed.
 */
export class Inspected {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the address of the flags, one byte per triangle.
     */
    readonly flagsAddress: number;
    /**
     * Returns the outcome as JSON (inspect/file.rs).
     */
    readonly json: string;
    /**
     * Returns the address of the PNG.
     */
    readonly pictureAddress: number;
    /**
     * Returns the length of the PNG in bytes; 0 when there is none.
     */
    readonly pictureLength: number;
    /**
     * Returns the address of the vertices, three 32-bit floats each.
     */
    readonly positionsAddress: number;
    /**
     * Returns the number of vertices.
     */
    readonly positionsLength: number;
    /**
     * Returns the address of the triangles, three 32-bit vertex indexes each.
     */
    readonly trianglesAddress: number;
    /**
     * Returns the number of triangles.
     */
    readonly trianglesLength: number;
}

/**
 * Outcome of a measurement, and the picture.
 */
export class Measured {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the outcome as JSON (examine.rs).
     */
    readonly json: string;
    /**
     * Returns the address of the PNG in linear memory, valid until this object
     * is freed.
     */
    readonly pictureAddress: number;
    /**
     * Returns the length of the PNG in bytes; 0 when there is none.
     */
    readonly pictureLength: number;
}

/**
 * Outcome of a job and its files.
 */
export class Processed {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the address of the GLB in linear memory, valid until this object
     * is freed.
     */
    readonly glbAddress: number;
    /**
     * Returns the length of the GLB in bytes; 0 when there is none.
     */
    readonly glbLength: number;
    /**
     * Returns the outcome as JSON (process/files.rs).
     */
    readonly json: string;
    /**
     * Returns the address of the STL in linear memory, valid until this object
     * is freed.
     */
    readonly stlAddress: number;
    /**
     * Returns the length of the STL in bytes; 0 when there is none.
     */
    readonly stlLength: number;
    /**
     * Returns the address of the 3MF in linear memory, valid until this object
     * is freed.
     */
    readonly threemfAddress: number;
    /**
     * Returns the length of the 3MF in bytes; 0 when there is none.
     */
    readonly threemfLength: number;
}

/**
 * Outcome of a silhouette and its bits.
 */
export class Shadow {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the address of the bits in linear memory, valid until this
     * object is freed.
     */
    readonly bitsAddress: number;
    /**
     * Returns the number of 32-bit words; 0 when the file has no silhouette.
     */
    readonly bitsLength: number;
    /**
     * Returns the outcome as JSON (silhouette/file.rs).
     */
    readonly json: string;
}

/**
 * Reads, repairs, changes and cuts a file by `change` (JSON, change.rs),
 * writes the parts, and consumes the input. Throws on an unknown format, unit
 * or option, and on options out of range.
 */
export function change(input: Input, format: string, unit: string | null | undefined, change: string): ChangedModel;

/**
 * Draws a file without its faults, by `picture` (JSON, inspect/picture), and
 * consumes the file. Throws on an unknown format or unit, and on a picture out
 * of range.
 */
export function draw(input: Input, format: string, unit: string | null | undefined, picture: string): Drawn;

/**
 * Estimates the print of a file with `settings` (JSON, estimate/file.rs) and
 * consumes the file. Returns the outcome as JSON. Throws on an unknown format
 * or unit, and on settings outside the range of printers.
 */
export function estimate(input: Input, format: string, unit: string | null | undefined, settings: string): string;

/**
 * Inspects a file with `settings` and `outputs` (JSON, inspect/settings.rs and
 * inspect/outputs.rs) and consumes the file. Throws on an unknown format or
 * unit, and on settings out of range.
 */
export function inspect(input: Input, format: string, unit: string | null | undefined, settings: string, outputs: string): Inspected;

/**
 * Reads and measures a file and consumes it. `format` is `stl`, `obj`, `glb`,
 * `gltf`, `3mf` or `gcode`; `unit` is `mm`, `cm`, `m`, `in` or absent. With
 * `settings` (JSON, estimate/file.rs), also estimates the print of a mesh.
 * With `picture` (JSON, inspect/picture), also draws it. Throws on any other
 * format or unit, on settings outside the range of printers, and on a picture
 * out of range.
 */
export function measure(input: Input, format: string, unit?: string | null, settings?: string | null, picture?: string | null): Measured;

/**
 * Reads, repairs and changes a file by `options` (JSON, process.rs), writes
 * the requested files, and consumes the input. Throws on an unknown format,
 * unit or option.
 */
export function process(input: Input, format: string, unit: string | null | undefined, options: string, stl: boolean, glb: boolean, threemf: boolean): Processed;

/**
 * Returns the refusal of a file of `length` bytes as JSON, before the file is
 * read; `undefined` when the size is allowed.
 */
export function refuseSize(length: number): string | undefined;

/**
 * Returns the silhouette of a file in its `pose` (JSON, silhouette/file.rs)
 * and consumes the file. Throws on an unknown format, unit or pose.
 */
export function silhouette(input: Input, format: string, unit: string | null | undefined, pose: string): Shadow;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_changedmodel_free: (a: number, b: number) => void;
    readonly __wbg_drawn_free: (a: number, b: number) => void;
    readonly __wbg_input_free: (a: number, b: number) => void;
    readonly __wbg_inspected_free: (a: number, b: number) => void;
    readonly __wbg_measured_free: (a: number, b: number) => void;
    readonly __wbg_processed_free: (a: number, b: number) => void;
    readonly __wbg_shadow_free: (a: number, b: number) => void;
    readonly change: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly changedmodel_fileAddress: (a: number, b: number) => number;
    readonly changedmodel_fileLength: (a: number, b: number) => number;
    readonly changedmodel_files: (a: number) => number;
    readonly changedmodel_json: (a: number) => [number, number];
    readonly draw: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly drawn_json: (a: number) => [number, number];
    readonly drawn_pictureAddress: (a: number) => number;
    readonly drawn_pictureLength: (a: number) => number;
    readonly estimate: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly input_address: (a: number) => number;
    readonly input_allocate: (a: number, b: number, c: number) => [number, number, number];
    readonly input_length: (a: number) => number;
    readonly input_take: (a: number) => number;
    readonly inspect: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly inspected_flagsAddress: (a: number) => number;
    readonly inspected_json: (a: number) => [number, number];
    readonly inspected_pictureAddress: (a: number) => number;
    readonly inspected_pictureLength: (a: number) => number;
    readonly inspected_positionsAddress: (a: number) => number;
    readonly inspected_positionsLength: (a: number) => number;
    readonly inspected_trianglesAddress: (a: number) => number;
    readonly inspected_trianglesLength: (a: number) => number;
    readonly measure: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly measured_json: (a: number) => [number, number];
    readonly measured_pictureAddress: (a: number) => number;
    readonly measured_pictureLength: (a: number) => number;
    readonly process: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly processed_glbAddress: (a: number) => number;
    readonly processed_glbLength: (a: number) => number;
    readonly processed_json: (a: number) => [number, number];
    readonly processed_stlAddress: (a: number) => number;
    readonly processed_stlLength: (a: number) => number;
    readonly processed_threemfAddress: (a: number) => number;
    readonly processed_threemfLength: (a: number) => number;
    readonly refuseSize: (a: number) => [number, number];
    readonly shadow_bitsAddress: (a: number) => number;
    readonly shadow_bitsLength: (a: number) => number;
    readonly shadow_json: (a: number) => [number, number];
    readonly silhouette: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
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
