# check: definition, call, inherit
from django.db import models
from pydantic import BaseModel


class PersonQuerySet(models.QuerySet):
# ^ class PersonQuerySet
    def adults(self):
# ^ method PersonQuerySet.adults
        return self


class Person(models.Model):
# ^ class Person
    objects = PersonQuerySet.as_manager()
# ^ field Person.objects


class Settings(BaseModel):
# ^ class Settings
    def check(self):
# ^ method Settings.check
        return 1

    @classmethod
    def build(cls):
# ^ method Settings.build
        return 1


class Plain:
# ^ class Plain
    def check(self):
# ^ method Plain.check
        return 2


def use(data):
# ^ function use
    Person.objects.adults().adults()
# ^ call PersonQuerySet.adults -> use
    Settings.model_validate(data).check()
# ^ call Settings.check -> use
    Settings.build().check()
# ^ call Settings.build -> use
    Plain.unknown().check()
