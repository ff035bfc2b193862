// Errors of backup and restore whose message is shown to the operator.

/** The archive cannot be restored into this database. */
export class CannotRestore extends Error {}

/** The database has no Gaffer schema. */
export class NotAGafferDatabase extends Error {}

/** Wrong command-line arguments. */
export class UsageError extends Error {}
