/** The application that embeds PostgreSQL: its names, database, role and settings. */
export type HostApplication = {
  /** In messages for the operator: "<title> is already running on …". */
  title: string
  /** In `application_name` and in names of folders outside the data folder: lower-case letters, digits and hyphens. */
  name: string
  /** The application's database, and the role that owns it and connects to it. */
  database: string
  role: string
  /** Names of settings, for messages: the data folder, and the URL of another PostgreSQL. */
  settings: { dataDir: string; databaseUrl: string }
}
