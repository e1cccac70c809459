"""Datasets are found, not listed; what they declare is whole."""

import pytest

from finweave.core.licences import licence
from finweave.datasets import catalogue


def test_the_catalogue_holds_every_file_once_and_in_order() -> None:
    ids = [dataset.id for dataset in catalogue()]
    assert ids == sorted(set(ids))
    assert {"cofer", "dfast", "fatf", "oecd_crc"} <= set(ids)


@pytest.mark.parametrize("dataset", catalogue(), ids=lambda d: d.id)
def test_every_number_column_says_what_it_is(dataset) -> None:
    for table in dataset.tables:
        names = {field.name for field in table.fields}
        for field in table.fields:
            if field.kind == "value":
                assert field.unit or "unit" in names, f"{table.name}.{field.name} has no unit"
                assert field.label and field.nature and field.decimals is not None


@pytest.mark.parametrize("dataset", catalogue(), ids=lambda d: d.id)
def test_every_dataset_is_citable(dataset) -> None:
    assert licence(dataset.licence).name
    assert dataset.page.startswith("https://")
    assert dataset.title and dataset.publisher and dataset.attribution and dataset.cadence
