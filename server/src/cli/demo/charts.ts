// Adds the demo's charts with files, which a band file does not contain.

import type { Demo } from './band-additions.ts'
import { drawPaperPhoto, createTextPdf } from './chart-files.ts'

const headingStyle = { size: 26, isBold: true }
const partStyle = { size: 18, isBold: true }
const textStyle = { size: 15 }

const arrangement = [
  [
    { ...headingStyle, text: 'Take Me Out' },
    { ...textStyle, text: 'How we play it. Fast until the fill, then 104.' },
    { ...partStyle, text: 'Intro' },
    { ...textStyle, text: 'Two guitars alone, four bars. Drums in on the fifth.' },
    { ...partStyle, text: 'Verse 1' },
    { ...textStyle, text: 'Eight bars. Bass on eighths, no crash.' },
    { ...partStyle, text: 'Verse 2' },
    { ...textStyle, text: 'Eight bars, keys on top. All stop on the last beat.' },
    { ...partStyle, text: 'Slow down' },
    { ...textStyle, text: 'Everybody looks at Danny. Four bars from 150 to 104.' },
  ],
  [
    { ...headingStyle, text: 'Take Me Out, page 2' },
    { ...partStyle, text: 'Riff' },
    { ...textStyle, text: 'Four times. Stamp on two and four.' },
    { ...partStyle, text: 'Chorus' },
    { ...textStyle, text: 'Three voices: Ros, Mags above, Priya below.' },
    { ...partStyle, text: 'Middle' },
    { ...textStyle, text: 'Down to bass and drums. Wait for the lights.' },
    { ...partStyle, text: 'End' },
    { ...textStyle, text: 'Chorus twice, riff twice, stop together.' },
  ],
]

export async function addCharts({ band, personOf }: Demo): Promise<void> {
  const path = `/api/bands/${band.id}`
  const songs = await personOf('Danny').call<{ id: string; title: string }[]>('GET', `${path}/songs`)
  const add = async (by: string, title: string, filename: string, bytes: Uint8Array, more: object = {}) => {
    const person = personOf(by)
    const song = songs.find((one) => one.title === title)
    const uploadId = await person.upload(band.id, { filename, purpose: 'chart', bytes })
    await person.call('POST', `${path}/songs/${song?.id}/charts`, { uploadId, ...more })
  }
  await add('Danny', 'Take Me Out', 'How we play it.pdf', createTextPdf(arrangement))
  await add('Priya', 'Valerie', 'Organ line.jpg', await drawPaperPhoto(), { part: 'Keys' })
}
