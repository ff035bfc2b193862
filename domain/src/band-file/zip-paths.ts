/** The band file in the zip of a band, and the list of its entries with their hashes. */
export const bandFilePath = 'band.json'
export const manifestPath = 'manifest.json'
