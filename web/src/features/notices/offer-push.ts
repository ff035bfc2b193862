// Offers push messages once, after the member's first answer on this device.

import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { readConnectionState } from '#lib/connection.ts'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { showFailure } from '#lib/show-failure.ts'
import { readPushState, turnOnPush } from '#features/messages/push.ts'
import { showToast, undoToastMs } from '#ui/toast-store.ts'

export async function offerPushOnce(userId: string): Promise<void> {
  // Push messages can be turned on only with a network. The offer is made after the next answer instead.
  if (readConnectionState().isLost) return
  if (readStored('pushOffered') !== null || (await readPushState(userId)) !== 'off') return
  writeStored('pushOffered', 'yes')
  showToast({
    ...noticeMessages.pushOffer,
    durationMs: undoToastMs,
    action: {
      label: 'Turn on',
      altText: 'Open Notice settings on your profile',
      onPress: () => void turnOnPushAndShowResult(userId),
    },
  })
}

async function turnOnPushAndShowResult(userId: string): Promise<void> {
  try {
    const state = await turnOnPush(userId)
    if (state === 'on') showToast(noticeMessages.pushOn)
  } catch (error) {
    showFailure(error, noticeMessages.pushNotOn)
  }
}
