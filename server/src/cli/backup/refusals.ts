// What the operator is told when a backup cannot be made or restored.

/** Why this file does not go into this database. */
export class CannotRestore extends Error {}

/** Why there is nothing to back up. */
export class NotAGafferDatabase extends Error {}

/** What was typed wrong. */
export class UsageError extends Error {}
