// A stored number as people in the UK write it.

/** "+447700900123" as "07700 900123". */
export function formatE164(phone: string): string {
  return phone.replace(/^\+44(\d{4})(\d+)$/, '0$1 $2')
}
