import { Monitor, Smartphone, type LucideIcon } from 'lucide-react'

/** `device` is a name such as "Chrome on Android". */
export function iconForDeviceName(device: string): LucideIcon {
  return /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
}
