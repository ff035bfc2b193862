/** The version that an export writes. Version 2 added the history of events and the requests to deps. */
export const bandFileVersion = 2

/** The versions that an import reads. */
export const readableBandFileVersions = [1, bandFileVersion] as const
