import { FileUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'

const LoadBandDialog = lazyOverlay(() => import('./load-band-dialog.tsx'), 'LoadBandDialog')

export function LoadBandSection() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <section aria-labelledby="load-band" className="mt-8 grid grid-cols-1 gap-3 border-t border-hairline pt-6">
      <h2 id="load-band" className="text-lg font-bold">
        Was your band in Gaffer before?
      </h2>
      <Button
        variant="secondary"
        isWide
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <FileUp aria-hidden="true" className="size-5" />
        Load a band from a file
      </Button>
      {wasOpened && (
        <Suspense>
          <LoadBandDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
