import { ChevronLeft, ChevronRight, PenLine, ZoomIn, ZoomOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { nextZoom, type PageView } from './fit-page.ts'

type PageControlsProps = {
  view: PageView
  onView: (view: PageView) => void
  onTurn: (by: 1 | -1) => void
  /** Begins to draw on the chart; null where drawing is not offered. */
  onDraw: (() => void) | null
}

/** The buttons that turn the pages of a PDF or picture, change their size, and begin to draw. */
export function PageControls({ view, onView, onTurn, onDraw }: PageControlsProps) {
  const zoomBy = (by: 1 | -1) => onView({ ...view, zoom: nextZoom(view.zoom, by) })
  return (
    <div className="mx-auto flex max-w-xl flex-wrap items-center justify-between gap-1 py-1">
      <ControlButton label="Previous page" Icon={ChevronLeft} onClick={() => onTurn(-1)} />
      <ControlButton label="Smaller" Icon={ZoomOut} onClick={() => zoomBy(-1)} />
      <Button
        size="sm"
        variant="quiet"
        onClick={() => onView({ zoom: 1, fit: view.fit === 'width' ? 'page' : 'width' })}
      >
        {view.fit === 'width' ? 'Fit page' : 'Fit width'}
      </Button>
      <ControlButton label="Larger" Icon={ZoomIn} onClick={() => zoomBy(1)} />
      {onDraw && <ControlButton label="Draw" Icon={PenLine} onClick={onDraw} />}
      <ControlButton label="Next page" Icon={ChevronRight} onClick={() => onTurn(1)} />
    </div>
  )
}

function ControlButton({ label, Icon, onClick }: { label: string; Icon: typeof ZoomIn; onClick: () => void }) {
  return <IconButton label={label} icon={<Icon aria-hidden="true" className="size-5" />} onClick={onClick} />
}
