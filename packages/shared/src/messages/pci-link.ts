import { z } from 'zod';

/*
 * The PCIe link of a drive or a NIC: between it and its slot (the port of the bridge or root complex above it). PCI Express Base 6.0, 7.5.3:
 * Link Capabilities and Link Status.
 */

/** One speed and width of a link. Null: the device or the kernel does not report it. */
const linkRateSchema = z.object({
  gigatransfersPerSecond: z.number().positive().max(1024).nullable().meta({ description: 'Of each lane, GT/s.' }),
  lanes: z.int().min(1).max(32).nullable(),
});
export type LinkRate = z.infer<typeof linkRateSchema>;

export const pciLinkSchema = z
  .strictObject({
    current: linkRateSchema.meta({ description: 'As the link runs now.' }),
    device: linkRateSchema.meta({ description: 'The most that the device supports.' }),
    slot: linkRateSchema.meta({ description: 'The most that the port above the device supports.' }),
  })
  .meta({ id: 'PciLink' });
export type PciLink = z.infer<typeof pciLinkSchema>;
