// Limits of money, part of limits.ts.

export const moneyLimits = {
  /** The largest amount, £1,000,000. */
  amountPence: 100_000_000,
  costsPerGig: 20,
  costLabelLength: 80,
  /** The largest weight of a share. Weights have steps of a tenth. */
  shareWeight: 100,
  ledgerEntries: 20_000,
  ledgerEntriesShown: 50,
  ledgerNoteLength: 200,
  milesPerGig: 2000,
} as const
