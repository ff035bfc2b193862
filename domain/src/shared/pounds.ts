import { formatCount } from './format-count.ts'

/** "£120", "£99.50". */
export function formatPounds(pence: number): string {
  const [whole, rest] = [formatCount(Math.floor(pence / 100)), pence % 100]
  return rest === 0 ? `£${whole}` : `£${whole}.${String(rest).padStart(2, '0')}`
}
