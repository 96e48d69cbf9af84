"""Pages on which people turn notices on and off, and on which the director sees whether they are sent."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hall.notices import actions as news_actions
from hall.notices import subscriptions, webpush
from hall.notices.forms import BrowserForm, MailForm, TestMailForm, WantsForm
from hall.notices.testing import send_test_mail
from tournaments import reachable
from tournaments.access import Actor, Need, tournament_for
from tournaments.http import seen_state
from tournaments.limits import OPENING
from tournaments.models import News, PersonalLink, Subscription
from tournaments.people.reads.links import link_of_key
from tournaments.people.words import no_mail_server
from tournaments.reads.site import has_mail_server
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, show, status_of

# --- The holder of a personal link -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SubscriptionShown:
    """One subscription on its holder's page, with the form of what it wants."""

    row: Subscription
    form: WantsForm

    @property
    def ticked(self) -> list[str]:
        return [what for what in News.values if self.row.wants(what)]

    @property
    def is_mail(self) -> bool:
        return self.row.channel == Subscription.Channel.MAIL


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_news(request: HttpRequest, key: str) -> HttpResponse:
    """The notices of this link, and the form for mails (POST). The includes/follows.html template polls it for changes.

    A request whose key opens nothing is redirected to the entrant's own page, which says why and counts it.
    """
    link = _link(key)
    if link is None:
        if seen_state(request):
            # A poll reloads its page, and the page load is redirected.
            return HttpResponse(status=410, headers={"HX-Refresh": "true"})
        return redirect("me:own", key)
    if request.method != "POST":
        state = subscriptions.state(link)
        if seen_state(request) == state:
            return HttpResponse(status=204)
        return _own_page(request, key, link, state=state)
    form = MailForm(request.POST)
    with Attempt(form):
        values = cleaned(form)
        site, only_here = reachable.site_for_others(request)
        if only_here:
            raise only_here
        news_actions.ask_for_mails(link=link, **values, site=site, read=form.read, actor=Actor.of_entry(link.entry))
        messages.success(request, _("A mail is on its way. Press the button on the page that it names."))
        return redirect("news:own", key)
    return _own_page(request, key, link, mail_form=form)


@require_POST
@never_cache
def tell_browser(request: HttpRequest, key: str) -> HttpResponse:
    """Turn on notices in the browser whose script sends this."""
    link = _link(key)
    if link is None:
        return redirect("me:own", key)
    form = BrowserForm(request.POST)
    with Attempt(form):
        news_actions.tell_browser(link=link, **cleaned(form), site=_site(request), actor=Actor.of_entry(link.entry))
        messages.success(request, _("This browser tells you from now on."))
        return redirect("news:own", key)
    return _own_page(request, key, link, browser_form=form)


@require_POST
@never_cache
def choose(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Change what one subscription is told of."""
    link = _link(key)
    if link is None:
        return redirect("me:own", key)
    subscription = _subscription(link, number)
    form = WantsForm(request.POST, prefix=f"s{number}")
    with Attempt(form):
        wants = cleaned(form)["wants"]
        news_actions.choose_news(
            subscription=subscription, wants=wants, read=form.read, actor=Actor.of_entry(link.entry)
        )
        messages.success(request, _("Saved."))
        return redirect("news:own", key)
    return _own_page(request, key, link, wants_form=(number, form))


@require_POST
@never_cache
def end(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """End one subscription."""
    link = _link(key)
    if link is None:
        return redirect("me:own", key)
    news_actions.end_news(subscription=_subscription(link, number), actor=Actor.of_entry(link.entry))
    messages.success(request, _("Ended. Nothing of it is kept."))
    return redirect("news:own", key)


def _link(key: str) -> PersonalLink | None:
    """The link with this key; None if there is none, or if it was revoked."""
    link = link_of_key(key)
    return link if link is not None and link.revoked_at is None else None


def _subscription(link: PersonalLink, number: int) -> Subscription:
    """The subscription of this link with this key. Raises Http404 if it was ended."""
    subscription = link.subscriptions.select_related("link__entry__event").filter(pk=number).first()
    if subscription is None:
        raise Http404(_("This is ended already."))
    return subscription


def _site(request: HttpRequest) -> str:
    """The origin under which this browser reached the site; its notices link there."""
    return request.build_absolute_uri("/").rstrip("/")


def _own_page(
    request: HttpRequest,
    key: str,
    link: PersonalLink,
    *,
    state: str = "",
    mail_form: MailForm | None = None,
    browser_form: BrowserForm | None = None,
    wants_form: tuple[int, WantsForm] | None = None,
) -> HttpResponse:
    event = link.entry.event
    changed_forms = dict([wants_form] if wants_form else [])
    shown = [
        SubscriptionShown(subscription, changed_forms.get(subscription.pk) or WantsForm.of(subscription))
        for subscription in subscriptions.subscriptions_of(link)
    ]
    context = {
        "t": event.tournament,
        "event": event,
        "entry": link.entry,
        "key": key,
        "turned": shown,
        "mail_form": mail_form or MailForm(),
        "browser_form": browser_form or BrowserForm(),
        "has_address": any(subscription.is_mail for subscription in shown),
        "no_mail": "" if has_mail_server() else no_mail_server(),
        "site_key": webpush.public_text(webpush.site_key()),
        "follows": state,
    }
    if seen_state(request):
        # One-time messages are for the page load that follows, so a poll must not use them up.
        context["messages"] = ()
    with hall_time(event):
        status = status_of(mail_form, browser_form, *changed_forms.values())
        return render(request, "hall/notices/own.html", context, status=status)


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker that shows notices while no page is open. It controls no page of the site."""
    address = staticfiles_storage.url("js/news-worker.js")
    return HttpResponse(f'importScripts("{address}");\n', content_type="text/javascript; charset=utf-8")


# --- The links of a mail ---------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """The page that mails link to: it confirms mails or ends them, with one button.

    Nobody has to sign in. Opening the link changes nothing, so link checkers of mail programs do no harm.
    """
    subscription = subscriptions.subscription_of(key)
    if subscription is None:
        return _ended(request)
    if request.method == "POST" and request.POST.get("answer") == "yes":
        news_actions.confirm_mails(subscription=subscription, actor=Actor.of_entry(subscription.link.entry))
        messages.success(request, _("You are told by e-mail from now on."))
        return redirect("news:answer", key)
    return render(
        request,
        "hall/notices/answer.html",
        {"one": subscription, "key": key, "t": subscription.link.entry.event.tournament},
    )


@csrf_exempt  # Mail programs POST here without a page (RFC 8058); the key in the path authenticates.
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """End these mails in one step (RFC 8058). Opened in a browser it redirects to the page with the button."""
    if request.method != "POST":
        return redirect("news:answer", key)
    subscription = subscriptions.subscription_of(key)
    if subscription is not None:
        news_actions.end_news(subscription=subscription, actor=Actor.of_entry(subscription.link.entry))
    return _ended(request, status=200)


def _ended(request: HttpRequest, *, status: int = 404) -> HttpResponse:
    """The page that says that the subscription is ended.

    Raises Refused (`too_often`) for too many wrong keys; a wrong key has another status than 200.
    """
    if status != 200:
        OPENING.refuse_or_count(request)
    return render(request, "hall/notices/ended.html", status=status)


# --- The director ----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, tournament: str) -> HttpResponse:
    """Whether mail works, how many want what, and what could not be sent; POST sends a test mail."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form, tested = TestMailForm(posted(request), initial={"address": getattr(request.user, "email", "")}), None
    with Attempt(form) as tried:
        tested = send_test_mail(request, this_tournament, cleaned(form)["address"], actor_of(request))
    context = {
        "current": "announcements",
        "status": subscriptions.status(this_tournament),
        "no_mail": no_mail_server(),
        "form": form,
        "tested": tested,
        "refused": tried.refused,
    }
    return show(request, "hall/notices/desk.html", this_tournament, rights, context, status=status_of(form))
