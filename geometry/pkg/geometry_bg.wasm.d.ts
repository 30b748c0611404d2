/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_input_free: (a: number, b: number) => void;
export const __wbg_processed_free: (a: number, b: number) => void;
export const estimate: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
export const input_address: (a: number) => number;
export const input_allocate: (a: number) => number;
export const measure: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
export const process: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
export const processed_glbAddress: (a: number) => number;
export const processed_glbLength: (a: number) => number;
export const processed_json: (a: number) => [number, number];
export const processed_stlAddress: (a: number) => number;
export const processed_stlLength: (a: number) => number;
export const refuseSize: (a: number) => [number, number];
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __externref_table_dealloc: (a: number) => void;
export const __wbindgen_start: () => void;
