import { formatPounds } from '@gaffer/domain/shared/pounds'
import { daysBetween } from '@gaffer/domain/shared/dates'

/** Formats an amount: "£84.50", "−£20". */
export function formatMoney(pence: number): string {
  return pence < 0 ? `−${formatPounds(-pence)}` : formatPounds(pence)
}

/** Describes in words how much a person is owed, or owes if `owedPence` is negative. */
export function describeBalance(owedPence: number): string {
  if (owedPence === 0) return 'All square'
  return owedPence > 0 ? `Is owed ${formatPounds(owedPence)}` : `Owes the band ${formatPounds(-owedPence)}`
}

/** How long ago a date was: "1 day", "45 days"; from 60 days on in months of 30 days: "3 months". */
export function formatAge(date: string, today: string): string {
  const days = daysBetween(date, today)
  if (days >= 60) return `${Math.floor(days / 30)} months`
  return days === 1 ? '1 day' : `${days} days`
}

/** Formats pence as the text of an amount field in pounds: "84.50", "84"; empty for null. */
export function penceToText(pence: number | null): string {
  if (pence === null) return ''
  return pence % 100 === 0 ? String(pence / 100) : (pence / 100).toFixed(2)
}
