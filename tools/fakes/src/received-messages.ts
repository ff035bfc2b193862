/** How often a recipient got the message with this dedup key. */
export type DeliveryCount = { to: string; key: string; count: number }

const maxListedMessages = 500

/** The messages that a fake received. Only the last 500 are listed; the counts keep everything until they are cleared. */
export function createMessageStore<Message>() {
  let messages: Message[] = []
  const counts = new Map<string, DeliveryCount>()
  return {
    add(message: Message): void {
      messages = [...messages, message].slice(-maxListedMessages)
    },
    countDelivery(to: string, key: string): void {
      const id = JSON.stringify([to, key])
      const known = counts.get(id)
      if (known) known.count += 1
      else counts.set(id, { to, key, count: 1 })
    },
    /** The listed messages, oldest first. */
    messages: (): Message[] => [...messages],
    deliveries: (): DeliveryCount[] => [...counts.values()].map((one) => ({ ...one })),
    clear(): void {
      messages = []
      counts.clear()
    },
  }
}
