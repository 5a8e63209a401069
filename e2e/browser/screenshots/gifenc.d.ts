/** The parts of gifenc 1.0.3 that recordings use; the package has no types. */
declare module 'gifenc' {
  type Palette = number[][];
  interface Frame {
    palette: Palette;
    /** Milliseconds; stored in units of 10. */
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    dispose: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colours: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  };
  export default gifenc;
}
