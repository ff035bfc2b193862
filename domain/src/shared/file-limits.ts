// Limits of uploads, files and charts, part of limits.ts.

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const fileLimits = {
  megabyte,
  /** Bytes of one file. */
  chartBytes: 25 * megabyte,
  recordingBytes: 300 * megabyte,
  receiptBytes: 10 * megabyte,
  /** Bytes of one request of an upload. */
  uploadPieceBytes: 4 * megabyte,
  fileNameLength: 200,
  /** Unfinished uploads of a member in one band. */
  unfinishedUploads: 10,
  /** Bytes that the members of one band may announce on one day. */
  uploadBytesPerBandAndDay: 5 * 1024 * megabyte,
  /** Hours after which an upload that nothing uses is deleted. */
  uploadHours: 24,
  /** Requests with a piece of an upload that one server reads at once: of one member, and of all. */
  uploadsAtOncePerMember: 3,
  uploadsAtOnce: 32,
  /** The least rate of uploads and downloads, in bytes a second, measured over so many seconds. */
  slowestBytesPerSecond: kilobyte,
  slowestMeasuredSeconds: 30,
  /** Charts of a song, stored versions of a chart, code points of a name and a part. */
  chartsPerSong: 20,
  chartVersions: 5,
  chartNameLength: 80,
  chartPartLength: 40,
  /** Bytes of a text chart in UTF-8, and of a request with one, in which JSON escapes line breaks. */
  chartTextBytes: 100 * kilobyte,
  chartRequestBytes: 300 * kilobyte,
  /** The longest side of a stored picture of a chart, in pixels. */
  chartPictureSide: 3000,
  chartPages: 500,
} as const
