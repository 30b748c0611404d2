/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_input_free: (a: number, b: number) => void;
export const input_address: (a: number) => number;
export const input_allocate: (a: number, b: number, c: number) => [number, number, number];
export const input_length: (a: number) => number;
export const input_take: (a: number) => number;
export const measureStl: (a: number, b: number, c: number) => [number, number, number, number];
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __externref_table_dealloc: (a: number) => void;
export const __wbindgen_start: () => void;
