"""Games that others wrote, as games of Zermelo's: adapters over foreign states."""
