/** What the service does, in one sentence: on the documents' page and in the API document. */
export const slogan = 'Send a 3D model and an address, get the printed part by mail.'
