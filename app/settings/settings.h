#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/results/quantities.h"
#include "engine/study/study_axes.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/theme.h"

#include <optional>

namespace bubblescope {

/// What the colours, labels and overlays in the Gantts of one page show.
struct GanttLook {
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks = {};

    friend bool operator==(const GanttLook&, const GanttLook&) = default;
};

/// The look and the numbering of Gantts. The View menu changes these, and a file's style may set them.
struct ViewPreferences {
    QString palette;
    GanttLook schedulesLook;
    GanttLook schemesLook{ColorBy::Microbatch, CellLabel::Operation, {.held = true}};
    GanttLook stepsLook{ColorBy::Kind, CellLabel::Stage};
    int firstNumber = 0;  // of microbatches and stages: 0 or 1
    Quantity bubble = Quantity::BubbleRatio;

    friend bool operator==(const ViewPreferences&, const ViewPreferences&) = default;
};
/// The looks of all pages with Gantts.
inline constexpr GanttLook ViewPreferences::*kLooks[] = {&ViewPreferences::schedulesLook, &ViewPreferences::schemesLook,
                                                         &ViewPreferences::stepsLook};

/// The user's preferences, which the program stores permanently. Documents are not part of them; the session stores
/// those. The inherited preferences are those on screen. While a file's style or a lesson overrides them, `own` has the
/// user's, and only these are saved.
///
/// Errors  a missing or damaged entry gets its default
struct Settings : ViewPreferences {
    std::optional<ViewPreferences> own;
    std::optional<ThemeId> theme;                      // empty: follow the desktop
    QString notation = QStringLiteral("bubblescope");  // one of style_keys::kNotations, not auto
    bool keepRatio = true;                             // whether MBS follows D
    std::string chartAxis{kUsualAxis};                 // one of liveAxes()
    QString chartMetric, chartMetricOfMicrobatches;
    bool chartAgainstPeak = false;
    bool showPanels = true;
    bool showLower = true;
    bool showTable = false;
    bool glide = true;          // whether changes are animated
    QStringList lessonsSeen;    // "NAME=0,1,4": which steps of a lesson were on screen
    QStringList lessonAnswers;  // files of answers, one per lesson, the newest last; at most kMaxAnsweredLessons
    QString answersName;        // of the person, in these files
    QStringList recentFiles;    // newest first, at most kMaxRecentFiles
    QByteArray geometry;
    QByteArray splitter, schemesSplitter, collectivesSplitter, stepsSplitter;
    QString exportFolder;
    QString exportFormat = QStringLiteral("png");
    QString exportExperimentFormat = QStringLiteral("png");
    QString exportWidth = QStringLiteral("1200px");
    double exportScale = 2;
    bool exportLegend = true;

    /// Starts overriding: from now on, changes of the preferences on screen are not the user's.
    void borrow();
    /// Ends overriding: restores the user's preferences.
    void giveBack();
    /// Changes the user's preferences and those on screen.
    template <class F>
    void change(F&& set) {
        set(static_cast<ViewPreferences&>(*this));
        if (own) set(*own);
    }

    static constexpr int kMaxAnsweredLessons = 200;
    static constexpr int kMaxRecentFiles = 10;
    void addRecentFile(const QString& path);

    void addSeenStep(const QString& lesson, int step);
    QList<int> seenSteps(const QString& lesson) const;

    static Settings load();
    void save() const;
};

}  // namespace bubblescope
