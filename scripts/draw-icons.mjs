// Renders the PNG icons from the SVG artwork. Run by hand when the artwork changes.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { repositoryPath } from './setup/repository.mjs'

const logoSvg = readFileSync(repositoryPath('web', 'public', 'favicon.svg'), 'utf8')
// Maskable icons: the background fills the square, and the mark stays in the safe zone.
const squareLogoSvg = logoSvg.replace(' rx="10"', '')
const maskableSvg = squareLogoSvg.replace('translate(8 8)', 'translate(12 12) scale(.75)')

/** @param {string} svg @param {number} size @param {string} name */
const renderPng = (svg, size, name) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(repositoryPath('web', 'public', 'icons', name))

await renderPng(logoSvg, 192, 'icon-192.png')
await renderPng(logoSvg, 512, 'icon-512.png')
await renderPng(maskableSvg, 512, 'maskable-512.png')
await renderPng(squareLogoSvg, 180, 'apple-touch-icon.png')
// The badge of notifications: Android uses its alpha channel only.
const badgeSvg = logoSvg.replace(/<rect[^>]*>/, '').replaceAll('#ffb224', '#fff')
await renderPng(badgeSvg, 96, 'badge-96.png')
await sharp(repositoryPath('web', 'artwork', 'share.svg'))
  .png({ compressionLevel: 9, palette: true })
  .toFile(repositoryPath('web', 'public', 'icons', 'share.png'))
