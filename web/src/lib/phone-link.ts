/** The address that dials a phone number. A bracketed zero, as in "+44 (0)20", is not dialled. */
export function phoneLinkOf(phone: string): string {
  const dialled = phone.trim().startsWith('+') ? phone.replace('(0)', '') : phone
  return `tel:${dialled.replaceAll(/[^\d+]/g, '')}`
}
