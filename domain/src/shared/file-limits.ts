// Limits of uploads, files, charts and recordings, part of limits.ts.

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
  /** Bytes that a zip of a whole band may have besides the band's files. */
  zipBytesBesideFiles: 64 * megabyte,
  /** Hours after which an upload that nothing uses is deleted. */
  uploadHours: 24,
  /** Requests with a piece of an upload that one server reads at once: of one member, and of all members. */
  uploadsAtOncePerMember: 3,
  uploadsAtOnce: 32,
  /** The minimum rate of uploads and downloads in bytes a second, and the seconds over which it is measured. */
  slowestBytesPerSecond: kilobyte,
  slowestMeasuredSeconds: 30,
  /** Charts of a song, stored versions of a chart, code points of a name and a part. */
  chartsPerSong: 20,
  chartVersions: 5,
  chartNameLength: 80,
  chartPartLength: 40,
  /** The highest number of a version in a band file. */
  chartVersionNumber: 1_000_000_000,
  /** Bytes of a text chart in UTF-8, and of a request with one, in which JSON escapes line breaks. */
  chartTextBytes: 100 * kilobyte,
  chartRequestBytes: 300 * kilobyte,
  /** The longest side of a stored picture of a chart, in pixels. */
  chartPictureSide: 3000,
  chartPages: 500,
  /** Recordings of a band and of one page of a list, code points of a name, marks of a recording, and seconds that a recording may last. */
  recordingsPerBand: 500,
  recordingsPerPage: 50,
  recordingNameLength: 120,
  marksPerRecording: 200,
  recordingSeconds: 86_400,
  /** Days after which a recording is deleted unless a member keeps it, and days before the deletion at which a notice announces it. */
  recordingDays: 90,
  recordingNoticeDays: 7,
  /** Bytes of the charts for the next gigs and practices, and of recordings, that one device keeps. */
  keptFileBytes: 300 * megabyte,
  /** Bytes of a request with the markup of one member on one chart. */
  markupBytes: 200 * kilobyte,
} as const
