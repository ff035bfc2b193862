/** The path of the band file in the zip of a band, and of the manifest (zip-manifest.ts). */
export const bandFilePath = 'band.json'
export const manifestPath = 'manifest.json'
