/** How often a recipient got the message with this dedup key. */
export type DeliveryCount = { to: string; key: string; count: number }

export type DeliveryCounts = {
  add(to: string, key: string): void
  list(): DeliveryCount[]
  clear(): void
}

/** Unlike the lists of messages, the counts keep everything until they are cleared. */
export function countDeliveries(): DeliveryCounts {
  const counts = new Map<string, DeliveryCount>()
  return {
    add(to, key) {
      const id = JSON.stringify([to, key])
      const known = counts.get(id)
      if (known) known.count += 1
      else counts.set(id, { to, key, count: 1 })
    },
    list: () => [...counts.values()].map((one) => ({ ...one })),
    clear: () => counts.clear(),
  }
}
