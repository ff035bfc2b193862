import { ChevronLeft, ChevronRight, PenLine, ZoomIn, ZoomOut } from 'lucide-react'
import { nextZoom, type PageView } from '#features/charts/fit-page.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type Props = {
  view: PageView
  onView: (view: PageView) => void
  onTurn: (by: 1 | -1) => void
  onDraw: () => void
}

/** Turns the pages, changes their size, and begins to draw. */
export function PageControls({ view, onView, onTurn, onDraw }: Props) {
  const zoomBy = (by: 1 | -1) => onView({ ...view, zoom: nextZoom(view.zoom, by) })
  return (
    <div className="mx-auto flex max-w-xl items-center justify-between gap-1 py-1">
      <Control label="Previous page" Icon={ChevronLeft} onClick={() => onTurn(-1)} />
      <Control label="Smaller" Icon={ZoomOut} onClick={() => zoomBy(-1)} />
      <Button
        size="sm"
        variant="quiet"
        onClick={() => onView({ zoom: 1, fit: view.fit === 'width' ? 'page' : 'width' })}
      >
        {view.fit === 'width' ? 'Fit page' : 'Fit width'}
      </Button>
      <Control label="Larger" Icon={ZoomIn} onClick={() => zoomBy(1)} />
      <Control label="Draw" Icon={PenLine} onClick={onDraw} />
      <Control label="Next page" Icon={ChevronRight} onClick={() => onTurn(1)} />
    </div>
  )
}

function Control({ label, Icon, onClick }: { label: string; Icon: typeof ZoomIn; onClick: () => void }) {
  return <IconButton label={label} icon={<Icon aria-hidden="true" className="size-5" />} onClick={onClick} />
}
