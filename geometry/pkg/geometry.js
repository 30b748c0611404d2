/* @ts-self-types="./geometry.d.ts" */

/**
 * Outcome of a change and its files. Addresses refer to linear memory and are
 * valid until this object is freed.
 */
export class ChangedModel {
    static __wrap(ptr) {
        const obj = Object.create(ChangedModel.prototype);
        obj.__wbg_ptr = ptr;
        ChangedModelFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ChangedModelFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_changedmodel_free(ptr, 0);
    }
    /**
     * Returns the address of a file by its index, starting at 0.
     * @param {number} file
     * @returns {number}
     */
    fileAddress(file) {
        const ret = wasm.changedmodel_fileAddress(this.__wbg_ptr, file);
        return ret >>> 0;
    }
    /**
     * Returns the length of a file in bytes.
     * @param {number} file
     * @returns {number}
     */
    fileLength(file) {
        const ret = wasm.changedmodel_fileLength(this.__wbg_ptr, file);
        return ret >>> 0;
    }
    /**
     * Returns the number of files; 0 when the model cannot be read.
     * @returns {number}
     */
    get files() {
        const ret = wasm.changedmodel_files(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the outcome as JSON (change.rs).
     * @returns {string}
     */
    get json() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.changedmodel_json(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
}
if (Symbol.dispose) ChangedModel.prototype[Symbol.dispose] = ChangedModel.prototype.free;

/**
 * Outcome of a drawing and its picture.
 */
export class Drawn {
    static __wrap(ptr) {
        const obj = Object.create(Drawn.prototype);
        obj.__wbg_ptr = ptr;
        DrawnFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        DrawnFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_drawn_free(ptr, 0);
    }
    /**
     * Returns the outcome as JSON (inspect/file.rs).
     * @returns {string}
     */
    get json() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.drawn_json(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the address of the PNG in linear memory, valid until this object
     * is freed.
     * @returns {number}
     */
    get pictureAddress() {
        const ret = wasm.drawn_pictureAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the length of the PNG in bytes; 0 when the file cannot be read.
     * @returns {number}
     */
    get pictureLength() {
        const ret = wasm.drawn_pictureLength(this.__wbg_ptr);
        return ret >>> 0;
    }
}
if (Symbol.dispose) Drawn.prototype[Symbol.dispose] = Drawn.prototype.free;

/**
 * A file that the host writes into linear memory in parts.
 */
export class Input {
    static __wrap(ptr) {
        const obj = Object.create(Input.prototype);
        obj.__wbg_ptr = ptr;
        InputFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        InputFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_input_free(ptr, 0);
    }
    /**
     * Returns the address at which the host writes the next part. Any later
     * allocation may replace the memory's ArrayBuffer, so create views
     * directly before use.
     * @returns {number}
     */
    get address() {
        const ret = wasm.input_address(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Prepares for a file of `length` bytes. Returns `undefined` when memory
     * is exhausted. Throws on an unknown format.
     * @param {number} length
     * @param {string} format
     * @returns {Input | undefined}
     */
    static allocate(length, format) {
        const val2 = +length;
        const ptr0 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.input_allocate(val2, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] === 0 ? undefined : Input.__wrap(ret[0]);
    }
    /**
     * Returns the length of the next part in bytes; 0 at the end of the file.
     * @returns {number}
     */
    get length() {
        const ret = wasm.input_length(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Consumes the part, which the host has written. Returns false when memory
     * is exhausted.
     * @returns {boolean}
     */
    take() {
        const ret = wasm.input_take(this.__wbg_ptr);
        return ret !== 0;
    }
}
if (Symbol.dispose) Input.prototype[Symbol.dispose] = Input.prototype.free;

/**
 * Outcome of an inspection, the surface and the picture. Addresses refer to
 * linear memory and are valid until this object is freed.
 */
export class Inspected {
    static __wrap(ptr) {
        const obj = Object.create(Inspected.prototype);
        obj.__wbg_ptr = ptr;
        InspectedFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        InspectedFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_inspected_free(ptr, 0);
    }
    /**
     * Returns the address of the flags, one byte per triangle.
     * @returns {number}
     */
    get flagsAddress() {
        const ret = wasm.inspected_flagsAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the outcome as JSON (inspect/file.rs).
     * @returns {string}
     */
    get json() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.inspected_json(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the address of the PNG.
     * @returns {number}
     */
    get pictureAddress() {
        const ret = wasm.inspected_pictureAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the length of the PNG in bytes; 0 when there is none.
     * @returns {number}
     */
    get pictureLength() {
        const ret = wasm.inspected_pictureLength(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the address of the vertices, three 32-bit floats each.
     * @returns {number}
     */
    get positionsAddress() {
        const ret = wasm.inspected_positionsAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the number of vertices.
     * @returns {number}
     */
    get positionsLength() {
        const ret = wasm.inspected_positionsLength(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the address of the triangles, three 32-bit vertex indexes each.
     * @returns {number}
     */
    get trianglesAddress() {
        const ret = wasm.inspected_trianglesAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the number of triangles.
     * @returns {number}
     */
    get trianglesLength() {
        const ret = wasm.inspected_trianglesLength(this.__wbg_ptr);
        return ret >>> 0;
    }
}
if (Symbol.dispose) Inspected.prototype[Symbol.dispose] = Inspected.prototype.free;

/**
 * Outcome of a measurement, and the picture.
 */
export class Measured {
    static __wrap(ptr) {
        const obj = Object.create(Measured.prototype);
        obj.__wbg_ptr = ptr;
        MeasuredFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MeasuredFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_measured_free(ptr, 0);
    }
    /**
     * Returns the outcome as JSON (examine.rs).
     * @returns {string}
     */
    get json() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.measured_json(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the address of the PNG in linear memory, valid until this object
     * is freed.
     * @returns {number}
     */
    get pictureAddress() {
        const ret = wasm.measured_pictureAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the length of the PNG in bytes; 0 when there is none.
     * @returns {number}
     */
    get pictureLength() {
        const ret = wasm.measured_pictureLength(this.__wbg_ptr);
        return ret >>> 0;
    }
}
if (Symbol.dispose) Measured.prototype[Symbol.dispose] = Measured.prototype.free;

/**
 * Outcome of a job and its files.
 */
export class Processed {
    static __wrap(ptr) {
        const obj = Object.create(Processed.prototype);
        obj.__wbg_ptr = ptr;
        ProcessedFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ProcessedFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_processed_free(ptr, 0);
    }
    /**
     * Returns the address of the GLB in linear memory, valid until this object
     * is freed.
     * @returns {number}
     */
    get glbAddress() {
        const ret = wasm.processed_glbAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the length of the GLB in bytes; 0 when there is none.
     * @returns {number}
     */
    get glbLength() {
        const ret = wasm.processed_glbLength(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the outcome as JSON (process/files.rs).
     * @returns {string}
     */
    get json() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.processed_json(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the address of the STL in linear memory, valid until this object
     * is freed.
     * @returns {number}
     */
    get stlAddress() {
        const ret = wasm.processed_stlAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the length of the STL in bytes; 0 when there is none.
     * @returns {number}
     */
    get stlLength() {
        const ret = wasm.processed_stlLength(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the address of the 3MF in linear memory, valid until this object
     * is freed.
     * @returns {number}
     */
    get threemfAddress() {
        const ret = wasm.processed_threemfAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the length of the 3MF in bytes; 0 when there is none.
     * @returns {number}
     */
    get threemfLength() {
        const ret = wasm.processed_threemfLength(this.__wbg_ptr);
        return ret >>> 0;
    }
}
if (Symbol.dispose) Processed.prototype[Symbol.dispose] = Processed.prototype.free;

/**
 * Outcome of a silhouette and its bits.
 */
export class Shadow {
    static __wrap(ptr) {
        const obj = Object.create(Shadow.prototype);
        obj.__wbg_ptr = ptr;
        ShadowFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ShadowFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_shadow_free(ptr, 0);
    }
    /**
     * Returns the address of the bits in linear memory, valid until this
     * object is freed.
     * @returns {number}
     */
    get bitsAddress() {
        const ret = wasm.shadow_bitsAddress(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the number of 32-bit words; 0 when the file has no silhouette.
     * @returns {number}
     */
    get bitsLength() {
        const ret = wasm.shadow_bitsLength(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the outcome as JSON (silhouette/file.rs).
     * @returns {string}
     */
    get json() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.shadow_json(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
}
if (Symbol.dispose) Shadow.prototype[Symbol.dispose] = Shadow.prototype.free;

/**
 * Reads, repairs, changes and cuts a file by `change` (JSON, change.rs),
 * writes the parts, and consumes the input. Throws on an unknown format, unit
 * or option, and on options out of range.
 * @param {Input} input
 * @param {string} format
 * @param {string | null | undefined} unit
 * @param {string} change
 * @returns {ChangedModel}
 */
export function change(input, format, unit, change) {
    let ptr0, ptr1, len1, ptr2, len2, ptr3, len3;
    try {
        _assertClass(input, Input);
        ptr0 = input.__destroy_into_raw();
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
        ptr3 = passStringToWasm0(change, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len3 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) wasm.__wbg_input_free(ptr0, 1);
        throw e;
    }
    const ret = wasm.change(ptr0, ptr1, len1, ptr2, len2, ptr3, len3);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return ChangedModel.__wrap(ret[0]);
}

/**
 * Draws a file without its faults, by `picture` (JSON, inspect/picture), and
 * consumes the file. Throws on an unknown format or unit, and on a picture out
 * of range.
 * @param {Input} input
 * @param {string} format
 * @param {string | null | undefined} unit
 * @param {string} picture
 * @returns {Drawn}
 */
export function draw(input, format, unit, picture) {
    let ptr0, ptr1, len1, ptr2, len2, ptr3, len3;
    try {
        _assertClass(input, Input);
        ptr0 = input.__destroy_into_raw();
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
        ptr3 = passStringToWasm0(picture, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len3 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) wasm.__wbg_input_free(ptr0, 1);
        throw e;
    }
    const ret = wasm.draw(ptr0, ptr1, len1, ptr2, len2, ptr3, len3);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return Drawn.__wrap(ret[0]);
}

/**
 * Estimates the print of a file with `settings` (JSON, estimate/file.rs) and
 * consumes the file. Returns the outcome as JSON. Throws on an unknown format
 * or unit, and on settings outside the range of printers.
 * @param {Input} input
 * @param {string} format
 * @param {string | null | undefined} unit
 * @param {string} settings
 * @returns {string}
 */
export function estimate(input, format, unit, settings) {
    let deferred6_0;
    let deferred6_1;
    try {
        let ptr0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            _assertClass(input, Input);
            ptr0 = input.__destroy_into_raw();
            ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passStringToWasm0(settings, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) wasm.__wbg_input_free(ptr0, 1);
            throw e;
        }
        const ret = wasm.estimate(ptr0, ptr1, len1, ptr2, len2, ptr3, len3);
        var ptr5 = ret[0];
        var len5 = ret[1];
        if (ret[3]) {
            ptr5 = 0; len5 = 0;
            throw takeFromExternrefTable0(ret[2]);
        }
        deferred6_0 = ptr5;
        deferred6_1 = len5;
        return getStringFromWasm0(ptr5, len5);
    } finally {
        wasm.__wbindgen_free(deferred6_0, deferred6_1, 1);
    }
}

/**
 * Inspects a file with `settings` and `outputs` (JSON, inspect/settings.rs and
 * inspect/outputs.rs) and consumes the file. Throws on an unknown format or
 * unit, and on settings out of range.
 * @param {Input} input
 * @param {string} format
 * @param {string | null | undefined} unit
 * @param {string} settings
 * @param {string} outputs
 * @returns {Inspected}
 */
export function inspect(input, format, unit, settings, outputs) {
    let ptr0, ptr1, len1, ptr2, len2, ptr3, len3, ptr4, len4;
    try {
        _assertClass(input, Input);
        ptr0 = input.__destroy_into_raw();
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
        ptr3 = passStringToWasm0(settings, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len3 = WASM_VECTOR_LEN;
        ptr4 = passStringToWasm0(outputs, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len4 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr4) { wasm.__wbindgen_free(ptr4, len4 * 1, 1); }
        if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) wasm.__wbg_input_free(ptr0, 1);
        throw e;
    }
    const ret = wasm.inspect(ptr0, ptr1, len1, ptr2, len2, ptr3, len3, ptr4, len4);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return Inspected.__wrap(ret[0]);
}

/**
 * Reads and measures a file and consumes it. `format` is `stl`, `obj`, `glb`,
 * `gltf`, `3mf` or `gcode`; `unit` is `mm`, `cm`, `m`, `in` or absent. With
 * `settings` (JSON, estimate/file.rs), also estimates the print of a mesh.
 * With `picture` (JSON, inspect/picture), also draws it. Throws on any other
 * format or unit, on settings outside the range of printers, and on a picture
 * out of range.
 * @param {Input} input
 * @param {string} format
 * @param {string | null} [unit]
 * @param {string | null} [settings]
 * @param {string | null} [picture]
 * @returns {Measured}
 */
export function measure(input, format, unit, settings, picture) {
    let ptr0, ptr1, len1, ptr2, len2, ptr3, len3, ptr4, len4;
    try {
        _assertClass(input, Input);
        ptr0 = input.__destroy_into_raw();
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
        ptr3 = isLikeNone(settings) ? 0 : passStringToWasm0(settings, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len3 = WASM_VECTOR_LEN;
        ptr4 = isLikeNone(picture) ? 0 : passStringToWasm0(picture, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len4 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr4) { wasm.__wbindgen_free(ptr4, len4 * 1, 1); }
        if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) wasm.__wbg_input_free(ptr0, 1);
        throw e;
    }
    const ret = wasm.measure(ptr0, ptr1, len1, ptr2, len2, ptr3, len3, ptr4, len4);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return Measured.__wrap(ret[0]);
}

/**
 * Reads, repairs and changes a file by `options` (JSON, process.rs), writes
 * the requested files, and consumes the input. Throws on an unknown format,
 * unit or option.
 * @param {Input} input
 * @param {string} format
 * @param {string | null | undefined} unit
 * @param {string} options
 * @param {boolean} stl
 * @param {boolean} glb
 * @param {boolean} threemf
 * @returns {Processed}
 */
export function process(input, format, unit, options, stl, glb, threemf) {
    const val5 = +stl;
    const val6 = +glb;
    const val7 = +threemf;
    let ptr0, ptr1, len1, ptr2, len2, ptr3, len3;
    try {
        _assertClass(input, Input);
        ptr0 = input.__destroy_into_raw();
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
        ptr3 = passStringToWasm0(options, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len3 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) wasm.__wbg_input_free(ptr0, 1);
        throw e;
    }
    const ret = wasm.process(ptr0, ptr1, len1, ptr2, len2, ptr3, len3, val5, val6, val7);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return Processed.__wrap(ret[0]);
}

/**
 * Returns the refusal of a file of `length` bytes as JSON, before the file is
 * read; `undefined` when the size is allowed.
 * @param {number} length
 * @returns {string | undefined}
 */
export function refuseSize(length) {
    const ret = wasm.refuseSize(length);
    let v1;
    if (ret[0] !== 0) {
        v1 = getStringFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
    }
    return v1;
}

/**
 * Returns the silhouette of a file in its `pose` (JSON, silhouette/file.rs)
 * and consumes the file. Throws on an unknown format, unit or pose.
 * @param {Input} input
 * @param {string} format
 * @param {string | null | undefined} unit
 * @param {string} pose
 * @returns {Shadow}
 */
export function silhouette(input, format, unit, pose) {
    let ptr0, ptr1, len1, ptr2, len2, ptr3, len3;
    try {
        _assertClass(input, Input);
        ptr0 = input.__destroy_into_raw();
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(unit) ? 0 : passStringToWasm0(unit, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
        ptr3 = passStringToWasm0(pose, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len3 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 1, 1); }
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) wasm.__wbg_input_free(ptr0, 1);
        throw e;
    }
    const ret = wasm.silhouette(ptr0, ptr1, len1, ptr2, len2, ptr3, len3);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return Shadow.__wrap(ret[0]);
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_Error_208446807d0d1e30: function(arg0, arg1) {
            const ret = Error(getStringFromWasm0(arg0, arg1));
            return ret;
        },
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        __wbg_geometryCheckpoint_b356d21b47af05ca: function() {
            geometryCheckpoint();
        },
        __wbindgen_init_externref_table: function() {
            const table = wasm.__wbindgen_externrefs;
            table.set(0, undefined);
            table.set(1024, undefined);
            table.set(1025, null);
            table.set(1026, true);
            table.set(1027, false);
        },
    };
    return {
        __proto__: null,
        "./geometry_bg.js": import0,
    };
}

const ChangedModelFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_changedmodel_free(ptr, 1));
const DrawnFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_drawn_free(ptr, 1));
const InputFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_input_free(ptr, 1));
const InspectedFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_inspected_free(ptr, 1));
const MeasuredFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_measured_free(ptr, 1));
const ProcessedFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_processed_free(ptr, 1));
const ShadowFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_shadow_free(ptr, 1));

function _assertClass(instance, klass) {
    if (!(instance instanceof klass)) {
        throw new Error(`expected instance of ${klass.name}`);
    }
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc(idx);
    return value;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
function __wbg_finalize_init(instance, module) {
    wasmInstance = instance;
    wasm = instance.exports;
    wasmModule = module;
    cachedUint8ArrayMemory0 = null;
    wasm.__wbindgen_start();
    return wasm;
}

async function __wbg_load(module, imports) {
    if (typeof Response === 'function' && module instanceof Response) {
        if (!module.ok) {
            throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
        }

        if (typeof WebAssembly.instantiateStreaming === 'function') {
            try {
                return await WebAssembly.instantiateStreaming(module, imports);
            } catch (e) {
                const validResponse = expectedResponseType(module.type);

                if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                    console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                } else { throw e; }
            }
        }

        const bytes = await module.arrayBuffer();
        return await WebAssembly.instantiate(bytes, imports);
    } else {
        const instance = await WebAssembly.instantiate(module, imports);

        if (instance instanceof WebAssembly.Instance) {
            return { instance, module };
        } else {
            return instance;
        }
    }

    function expectedResponseType(type) {
        switch (type) {
            case 'basic': case 'cors': case 'default': return true;
        }
        return false;
    }
}

function initSync(module) {
    if (wasm !== undefined) return wasm;


    if (module !== undefined) {
        if (Object.getPrototypeOf(module) === Object.prototype) {
            ({module} = module)
        } else {
            console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
        }
    }

    const imports = __wbg_get_imports();
    if (!(module instanceof WebAssembly.Module)) {
        module = new WebAssembly.Module(module);
    }
    const instance = new WebAssembly.Instance(module, imports);
    return __wbg_finalize_init(instance, module);
}

let __wbg_init_promise;
async function __wbg_init(module_or_path) {
    if (wasm !== undefined) return wasm;
    if (__wbg_init_promise === undefined) {
        __wbg_init_promise = __wbg_init_once(module_or_path);
        __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
    }
    return __wbg_init_promise;
}

async function __wbg_init_once(module_or_path) {

    if (module_or_path !== undefined) {
        if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
            ({module_or_path} = module_or_path)
        } else {
            console.warn('using deprecated parameters for the initialization function; pass a single object instead')
        }
    }

    if (module_or_path === undefined) {
        module_or_path = new URL('geometry_bg.wasm', import.meta.url);
    }
    const imports = __wbg_get_imports();

    if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
        module_or_path = fetch(module_or_path);
    }

    const { instance, module } = await __wbg_load(await module_or_path, imports);

    return __wbg_finalize_init(instance, module);
}

export { initSync, __wbg_init as default };
