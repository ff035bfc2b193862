import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from './money-messages.ts'

/** Whole pence from 0 to £1,000,000. */
export const Pence = createPenceSchema(0, moneyMessages.amountInvalid)

/** Whole pence from a penny to £1,000,000. */
export const PositivePence = createPenceSchema(1, moneyMessages.amountRequired)

/** A percentage from 0 to 100 with at most two decimals. */
export const Percent = z.number(moneyMessages.percentInvalid).check(
  z.minimum(0, moneyMessages.percentInvalid),
  z.maximum(100, moneyMessages.percentInvalid),
  z.refine((percent) => hasAtMostDecimals(percent, 2), moneyMessages.percentInvalid),
)

/** The weight of a share, in steps of a tenth. */
export const Weight = z.number(moneyMessages.weightInvalid).check(
  z.minimum(0, moneyMessages.weightInvalid),
  z.maximum(limits.shareWeight, moneyMessages.weightInvalid),
  z.refine((weight) => hasAtMostDecimals(weight, 1), moneyMessages.weightInvalid),
)

function createPenceSchema(minPence: number, message: string) {
  return z.int(message).check(z.minimum(minPence, message), z.maximum(limits.amountPence, message))
}

function hasAtMostDecimals(number: number, maxDecimals: number): boolean {
  return Number(number.toFixed(maxDecimals)) === number
}
