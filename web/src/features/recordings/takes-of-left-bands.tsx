// Names the takes of bands that the user is no longer in, for instance after a removal. They stay until the user deletes them.

import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { Mic } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#lib/me.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { namesOfTakes, removeTakes, useTakesOnDevice } from './takes-on-device.ts'

export function TakesOfLeftBands({ user, bands }: Me) {
  const takes = useTakesOnDevice(user.id) ?? []
  const [isAsking, setAsking] = useState(false)
  const takesOfLeftBands = takes.filter((take) => bands.every(({ bandId }) => bandId !== take.bandId))
  if (takesOfLeftBands.length === 0) return null
  return (
    <div className="mb-4">
      <Banner
        tone="warn"
        icon={<Mic aria-hidden="true" className="size-5 shrink-0 text-warn" />}
        action={
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Delete
          </Button>
        }
      >
        <p className="font-semibold">{recordingMessages.leftTakes.title}</p>
        <p className="text-sm break-words text-muted">
          {recordingMessages.leftTakes.text(namesOfTakes(takesOfLeftBands))}
        </p>
      </Banner>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete what you recorded?"
        text={recordingMessages.takesNotRestored(namesOfTakes(takesOfLeftBands))}
        confirmLabel="Delete"
        saves={false}
        onConfirm={() => void removeTakes(takesOfLeftBands)}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
