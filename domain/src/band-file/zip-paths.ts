/** Paths in the zip of a band: that of the band file, and that of the manifest (zip-manifest.ts). */
export const bandFilePath = 'band.json'
export const manifestPath = 'manifest.json'
