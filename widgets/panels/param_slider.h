#pragma once

#include "widgets/kit/number_field.h"
#include "widgets/panels/param_scale.h"

#include <QBoxLayout>
#include <QLabel>
#include <QWidget>

#include <vector>

namespace bubblescope {

class ReasonBalloon;
struct Parameter;

/// A number with a slider: symbol and word, a field, the slider, and a line for errors.
///
/// Invariants  shows the value from setValue() or the one last edited; a value beyond the slider's range widens the
///             range until a value that is typed or set fits in the usual range again
class ParamSlider : public QWidget {
    Q_OBJECT
public:
    /// `word` replaces that of the parameter. Keeps nothing of the parameter's texts, which may be those of a scheme.
    explicit ParamSlider(const Parameter& parameter, const QString& word = {}, QWidget* parent = nullptr);
    ~ParamSlider() override;

    /// The parameter's key and its texts as shown: "forward", "T_F", and the tooltip.
    const QString& key() const { return m_key; }
    const QString& symbol() const { return m_symbolText; }
    const QString& word() const { return m_wordText; }
    const QString& definition() const { return m_definition; }
    double value() const { return m_value; }
    void setValue(double value);
    /// Sets the range of the slider; a value beyond it widens it.
    void setRange(double minimum, double maximum);
    /// The unit after the number; empty for none.
    void setUnit(const QString& unit);
    /// Dragging snaps to multiples of `snap` unless Shift is held. 0: no snapping.
    void setSnap(double snap) { m_snap = snap; }
    /// Dragging and keys snap to these ascending values unless Shift is held; other values can be typed. Empty: no
    /// snapping.
    void setStops(std::vector<double> stops) { m_stops = std::move(stops); }
    /// The text in the field if the value is a list: "20–28". A click on the field then asks for the editor; the slider
    /// still asks for values, which scale all entries. Empty: a number.
    void setStandIn(const QString& text);
    /// The text shown instead of field and slider if something else determines the value: "= 400/D". Empty: the value
    /// is edited here.
    void setDetermined(const QString& text);
    bool isDetermined() const { return m_slider->isHidden(); }
    /// Marks the field and shows the reason below; empty: no error. Values `offered` instead of the present one follow
    /// the reason as links.
    void setError(const QString& reason, const QList<double>& offered = {});
    QString error() const { return m_refusal.isEmpty() ? m_outsideError : m_refusal; }
    const QList<double>& offered() const { return m_offered; }
    /// Adds a small button before the field.
    void addButton(QWidget* button);
    const std::vector<QWidget*>& buttons() const { return m_buttons; }
    /// Replaces symbol and word.
    void setHeading(QWidget* heading);

    /// The value as shown.
    QString text() const;
    /// Moves up or down by steps that an audience can see: ParamScale::strode().
    void stepBy(int steps);
    /// As if the text were typed in the field.
    void accept(const QString& text);

    NumberField* field() const { return m_field; }
    SlimSlider* slider() const { return m_slider; }

signals:
    /// The user changed the value. Edits of one drag or burst of key presses share a gesture; 0 is a gesture by itself.
    void valueEdited(double value, int gesture);
    void editorAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void ask(double value, int gesture);
    QString textOf(double value) const;
    QString refusalOf(const QString& text, std::optional<double> number) const;
    double stopAt(double position) const;
    double steppedFrom(double value, SlimSlider::Step step) const;
    void fitScale();
    void showValue(double value);
    void showErrors();

    QString m_key, m_symbolText, m_wordText, m_definition;
    double m_least, m_most;  // what may be typed
    double m_usual;
    bool m_isBytes;      // written as "1 GB"
    ParamScale m_scale;  // what the slider covers
    ParamScale m_base;   // its usual range
    double m_value = 0;
    double m_snap = 0;
    std::vector<double> m_stops;
    QString m_unit;
    QString m_standIn;
    QString m_refusal;       // the error of what was typed
    QString m_outsideError;  // the error of the value in force
    QList<double> m_offered;
    QHBoxLayout* m_line = nullptr;
    QLabel *m_symbol = nullptr, *m_word = nullptr;
    QLabel* m_determined = nullptr;
    NumberField* m_field = nullptr;
    SlimSlider* m_slider = nullptr;
    ReasonBalloon* m_error = nullptr;
    std::vector<QWidget*> m_buttons;
};

}  // namespace bubblescope
