#pragma once

#include <QFrame>

#include "widgets/panels/parameter_form.h"

#include <optional>

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace bubblescope {

class LinkButton;
class NumberField;

/// What a step of a lesson asks, as the panel beside the picture shows it.
///
/// Shapes  given: as in LessonPrediction, but percent as such: 25
struct LessonTask {
    enum class Asks { Nothing, Try, End, Number, Percent, Choice, Challenge };

    Asks asks = Asks::Nothing;
    QString unit = {};  // after a number
    QStringList choices = {};
    std::optional<double> given = {};
    std::optional<double> truth = {};  // the right value, once it is shown; in the unit of LessonPrediction
    int right = 0;                     // of choices, once it is known; from 1
    bool isOpen = true;                // of a prediction: it may still be given
    /// A condition of a goal: "bubble", "27.3%", "below 15%".
    struct Goal {
        QString title, now, wanted;
        bool isMet = false;

        friend bool operator==(const Goal&, const Goal&) = default;
    };
    std::vector<Goal> goals = {};
    QString verdict = {};    // "3 too late", "Goal reached"
    QStringList lines = {};  // sentences below it
    bool isMet = false;
    QString hint = {};  // shown; empty: not asked for yet
    bool hasHint = false, hasSolution = false, canSave = false;

    friend bool operator==(const LessonTask&, const LessonTask&) = default;
};

/// The panel beside the picture of a lesson in which a person predicts or tries.
class TaskPanel : public QFrame {
    Q_OBJECT

public:
    explicit TaskPanel(QWidget* parent = nullptr);

    /// Hidden if there is nothing to do. `rows` are what a challenge, or any other step, lets a person change.
    void setTask(const LessonTask& task, const std::vector<FormRow>& rows);
    const LessonTask& task() const { return m_task; }
    ParameterForm& form() { return *m_form; }
    /// Gives what was typed but not yet given, or says why it cannot; returns false if there is nothing.
    bool takeTyped();
    /// Larger type for presenting.
    void setPresenting(bool on);
    /// Whether the panel also appears at steps that only invite to try other values.
    void setInvites(bool on);

signals:
    void given(double value);
    void againAsked();
    void changed(const std::string& key, const std::optional<bubblescope::ParameterValue>& value, int gesture);
    void hintAsked();
    void solutionAsked();
    void saveAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showChoices();
    void placeChoices();
    void showNumber();
    void showResult();
    void showWhereWanted();
    void take();
    void setFonts();
    void showColors();

    LessonTask m_task;
    double m_scale = 1;
    bool m_invites = true, m_isPresenting = false;
    QScrollArea* m_area;
    QVBoxLayout* m_column;
    QLabel *m_heading, *m_ask, *m_result, *m_hint;
    QWidget* m_number;
    NumberField* m_field;
    QLabel* m_unit;
    QPushButton* m_check;
    QWidget* m_choices;
    /// A choice: a button around a label, because the texts of buttons have one line.
    struct Choice {
        QPushButton* button;
        QLabel* words;
    };
    std::vector<Choice> m_buttons;
    ParameterForm* m_form;
    LinkButton *m_again, *m_askHint, *m_solution, *m_save;
};

}  // namespace bubblescope
