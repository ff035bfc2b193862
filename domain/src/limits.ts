// The product's numbers: sizes, windows and caps that both sides must agree on.

export const limits = {
  nameLength: 80,
} as const
