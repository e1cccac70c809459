"""What every other room speaks in: units, periods, places, banks, names, numbers, licences, errors, text.

Pure: nothing here reads an estate, a file outside the package or the network.
"""
