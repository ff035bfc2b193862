/** The file types that a file picker offers for charts. The server decides by the bytes. */
export const chartFileTypes = 'application/pdf,image/jpeg,image/png,image/webp'
